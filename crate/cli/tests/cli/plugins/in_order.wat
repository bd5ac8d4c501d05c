;; Matches the players who have waited longest, at the datacenter whose digit is the constant SITE_NO, or else at the first.
(module
  (import "extism:host/env" "alloc" (func $alloc (param i64) (result i64)))
  (import "extism:host/env" "store_u8" (func $store_u8 (param i64 i32)))
  (import "extism:host/env" "input_load_u64" (func $load (param i64) (result i64)))
  (import "extism:host/env" "load_u8" (func $load_u8 (param i64) (result i32)))
  (import "extism:host/env" "store_u64" (func $store_u64 (param i64 i64)))
  (import "extism:host/env" "config_get" (func $config (param i64) (result i64)))
  (import "extism:host/env" "output_set" (func $output_set (param i64 i64)))

  (global $to (mut i64) (i64.const 0))

  ;; Writes the next word of the answer.
  (func $write (param $word i64) (local $end i64)
    (local.set $end (i64.add (global.get $to) (i64.const 4)))
    (loop $bytes
      (call $store_u8 (global.get $to) (i32.and (i32.wrap_i64 (local.get $word)) (i32.const 255)))
      (local.set $word (i64.shr_u (local.get $word) (i64.const 8)))
      (global.set $to (i64.add (global.get $to) (i64.const 1)))
      (br_if $bytes (i64.lt_u (global.get $to) (local.get $end)))))

  ;; The datacenter of all matches.
  (func $site (result i64) (local $text i64)
    (local.set $text (call $alloc (i64.const 16)))
    ;; "constant.SITE_NO"
    (call $store_u64 (local.get $text) (i64.const 0x746e6174736e6f63))
    (call $store_u64 (i64.add (local.get $text) (i64.const 8)) (i64.const 0x4f4e5f455449532e))
    (local.set $text (call $config (local.get $text)))
    (if (i64.eqz (local.get $text)) (then (return (i64.const 0))))
    (i64.extend_i32_u (i32.sub (call $load_u8 (local.get $text)) (i32.const 48))))

  (func (export "match") (result i32)
    (local $teams i64) (local $size i64) (local $matches i64) (local $first i64) (local $left i64) (local $answer i64)
    (local.set $teams (i64.and (call $load (i64.const 16)) (i64.const 0xffffffff)))
    (local.set $size (i64.shr_u (call $load (i64.const 16)) (i64.const 32)))
    (local.set $matches (i64.div_u (i64.and (call $load (i64.const 32)) (i64.const 0xffffffff))
      (i64.mul (local.get $teams) (local.get $size))))
    ;; The first ticket: after the datacenters, padded to a multiple of 8.
    (local.set $first (i64.add (i64.const 48) (i64.and (i64.const 0xfffffff8)
      (i64.add (i64.const 7) (i64.and (call $load (i64.const 24)) (i64.const 0xffffffff))))))
    (local.set $answer (call $alloc (i64.const 20000)))
    (global.set $to (local.get $answer))
    (call $write (local.get $matches))
    (block $done (loop $match
      (br_if $done (i64.eqz (local.get $matches)))
      (local.set $matches (i64.sub (local.get $matches) (i64.const 1)))
      (call $write (call $site))
      (call $write (local.get $teams))
      (local.set $left (i64.mul (local.get $teams) (local.get $size)))
      (loop $ticket
        (if (i64.eqz (i64.rem_u (local.get $left) (local.get $size))) (then (call $write (local.get $size))))
        (call $write (call $load (local.get $first)))
        (local.set $first (i64.add (local.get $first) (i64.const 16)))
        (local.set $left (i64.sub (local.get $left) (i64.const 1)))
        (br_if $ticket (i64.ne (local.get $left) (i64.const 0))))
      (br $match)))
    (call $output_set (local.get $answer) (i64.sub (global.get $to) (local.get $answer)))
    (i32.const 0))
)
