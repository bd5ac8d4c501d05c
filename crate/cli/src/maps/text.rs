//! Reads pings from text in several threads: one cuts the text into blocks of lines, the others add them up.

use super::input::PIECE;
use super::shared::Shared;
use crate::error::CliError;
use matchday_atlas::AtlasError;
use matchday_atlas::pings::csv::{self, Block, Blocks};
use matchday_atlas::pings::{AcceptedPings, Names};
use std::io::{self, Read};
use std::path::Path;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};

/// Blocks that wait to be read; each is a little more than [`PIECE`] bytes.
const WAITING: usize = 4;

/// Reads all of `source`, which is called `path` in errors.
///
/// # Errors
/// A source that breaks off, or a file that is refused as a whole.
pub fn read(mut source: impl Read, path: &Path, names: &Names, threads: usize) -> Result<AcceptedPings, CliError> {
    let file = path.display().to_string();
    let (sender, receiver) = sync_channel(WAITING);
    let receiver = Mutex::new(receiver);
    let all = Shared::default();
    std::thread::scope(|scope| -> Result<(), CliError> {
        let readers: Vec<_> = (0..threads).map(|_| scope.spawn(|| add_up(&receiver, &file, names, &all))).collect();
        let sent = send_blocks(&mut source, &sender).map_err(CliError::file(path));
        drop(sender);
        for reader in readers {
            reader.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
        }
        sent
    })?;
    Ok(all.into_accepted().finish(&file)?)
}

fn send_blocks(source: &mut impl Read, sender: &SyncSender<Block>) -> io::Result<()> {
    let (mut piece, mut blocks) = (vec![0; PIECE], Blocks::default());
    loop {
        let length = source.read(&mut piece)?;
        let block = if length == 0 { std::mem::take(&mut blocks).finish() } else { blocks.push(&piece[..length]) };
        // The receivers are gone only after a panic.
        if block.is_some_and(|block| sender.send(block).is_err()) || length == 0 {
            return Ok(());
        }
    }
}

/// Reads blocks to the end.
fn add_up(blocks: &Mutex<Receiver<Block>>, file: &str, names: &Names, all: &Shared) -> Result<(), AtlasError> {
    let mut accepted = AcceptedPings::default();
    let mut refused = Ok(());
    loop {
        let next = blocks.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(block) = next else { break };
        // After a refusal, a reader still takes blocks: otherwise the cutting thread would wait for ever.
        if refused.is_ok() {
            refused = csv::read(&block, file, names, &mut accepted);
            all.offer(&mut accepted);
        }
    }
    all.hand_in(accepted);
    refused
}
