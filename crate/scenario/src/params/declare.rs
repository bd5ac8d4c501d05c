//! The macro behind [`registry`](super::registry).

/// Declares parameters: [`Key`](super::Key), [`SPECS`](super::SPECS), the accessors of [`Params`](super::Params) and the enums
/// of choices. A group has entries of this form; lines marked `?` are optional:
///
/// ```text
/// "Heading on the page" {
///     Estimate {                            // variant of `Key`
///         key: "estimate",                  // name in scripts, links and files
///         was: "believe",                 ? // earlier name, still read
///         kind: choice::<Estimate>(),       // see `spec`: type, bounds, default, step
///         unit: "",
///         label: "Latency estimate",
///         help: "One sentence.",
///         views: [Matchmaking, World],      // the views whose panels show it
///         main: World,                    ? // the view of which it is the main parameter
///         needs: [Need::Unranked],        ? // see `needs`: when it acts at all; all must hold
///         enum Estimate {                 ? // the words of a choice
///             /// The latency maps.
///             Map = "map",
///         }
///         /// The value in the simulation.
///         get: estimate -> Estimate,      ? // accessor of a plain value; write others in `values`
///     }
/// }
/// ```
macro_rules! parameters {
    ($(
        $group:literal {$(
            $key:ident {
                key: $name:literal,
                $(was: $was:literal,)?
                kind: $kind:expr,
                unit: $unit:literal,
                label: $label:literal,
                help: $help:literal,
                views: [$($view:ident),*],
                $(main: $main:ident,)?
                $(needs: [$($need:expr),+],)?
                $(enum $choice:ident {$(
                    $(#[$meaning:meta])*
                    $variant:ident = $word:literal,
                )+})?
                $(
                    $(#[$about:meta])*
                    get: $get:ident -> $type:ty,
                )?
            }
        )+}
    )+) => {
        /// Names a parameter; the order is that of [`SPECS`] and of the page.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Key {$($(
            #[doc = $help]
            $key,
        )+)+}

        impl Key {
            /// Every key, in the order of [`SPECS`].
            pub const ALL: [Key; SPECS.len()] = [$($(Key::$key,)+)+];
        }

        /// Every parameter, in the order in which the page shows them.
        pub const SPECS: [Spec; [$($($name,)+)+].len()] = [$($(
            Spec {
                key: $name,
                was: parameters!(@option $($was)?),
                kind: $kind,
                unit: $unit,
                group: $group,
                label: $label,
                help: $help,
                views: &[$(PageView::$view),*],
                main: parameters!(@option $(PageView::$main)?),
                needs: &[$($($need),+)?],
            },
        )+)+];

        impl Params {$($($(
            $(#[$about])*
            pub fn $get(&self) -> $type {
                Read::read(self.value(Key::$key))
            }
        )?)+)+}

        $($($(
            #[doc = concat!("The words of `", $name, "`, in their order.")]
            #[derive(Clone, Copy, Debug, PartialEq, Eq)]
            pub enum $choice {$(
                $(#[$meaning])*
                $variant,
            )+}

            impl Choice for $choice {
                const ALL: &'static [Self] = &[$(Self::$variant,)+];
                const WORDS: &'static [&'static str] = &[$($word,)+];
                const OFF_OR_WORDS: &'static [&'static str] = &["off", $($word,)+];
            }
        )?)+)+
    };
    (@option) => { None };
    (@option $value:expr) => { Some($value) };
}

pub(super) use parameters;
