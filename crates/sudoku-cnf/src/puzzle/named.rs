//! A macro that defines enums with a name for each value. The names are used on command lines and in files.

use thiserror::Error;

/// The error for a name that does not match any value of an enum.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown {kind} '{name}'; expected one of {}", known.join(", "))]
pub struct UnknownName {
    /// The kind of value that was expected, for example "encoding".
    pub kind: &'static str,
    /// The unknown name.
    pub name: String,
    /// All valid names.
    pub known: Vec<&'static str>,
}

/// Defines an enum with a constant `ALL` and a method `name`.
///
/// The enum implements [`Display`](std::fmt::Display) and [`FromStr`](std::str::FromStr), based on the names of its
/// values. With the feature `serde`, it implements `Serialize` and `Deserialize` as strings.
#[doc(hidden)]
#[macro_export]
macro_rules! named_enum {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident: $kind:literal {
            $($(#[$variant_meta:meta])* $variant:ident = $text:literal),+ $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        $vis enum $name {
            $($(#[$variant_meta])* $variant),+
        }

        impl $name {
            /// All values, in declaration order.
            $vis const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// Returns the name of this value, as used on command lines and in files.
            $vis const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $text),+
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::UnknownName;

            fn from_str(name: &str) -> Result<Self, $crate::UnknownName> {
                let found = Self::ALL.iter().copied().find(|value| value.name() == name);
                found.ok_or_else(|| $crate::UnknownName {
                    kind: $kind,
                    name: name.to_owned(),
                    known: vec![$($text),+],
                })
            }
        }

        $crate::serialize_as_text!($name);
    };
}

/// With the feature `serde`, implements `Serialize` by `Display`, and `Deserialize` by `FromStr`.
#[cfg(feature = "serde")]
#[doc(hidden)]
#[macro_export]
macro_rules! serialize_as_text {
    ($name:ident) => {
        impl $crate::serde::Serialize for $name {
            fn serialize<S: $crate::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> $crate::serde::Deserialize<'de> for $name {
            fn deserialize<D: $crate::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text: std::borrow::Cow<'_, str> = $crate::serde::Deserialize::deserialize(deserializer)?;
                text.parse().map_err($crate::serde::de::Error::custom)
            }
        }
    };
}

/// Without the feature `serde`, does nothing.
#[cfg(not(feature = "serde"))]
#[doc(hidden)]
#[macro_export]
macro_rules! serialize_as_text {
    ($name:ident) => {};
}

#[cfg(test)]
mod tests {
    named_enum! {
        /// A color.
        enum Color: "color" {
            Red = "red",
            Blue = "light-blue",
        }
    }

    #[test]
    fn names_round_trip_and_errors_list_the_known_names() {
        assert!(Color::ALL.iter().all(|&color| color.to_string().parse() == Ok(color)));
        let error = "green".parse::<Color>().unwrap_err();
        assert_eq!(error.to_string(), "unknown color 'green'; expected one of red, light-blue");
        assert_eq!(format!("{:>5}", Color::Red), "  red");
    }
}
