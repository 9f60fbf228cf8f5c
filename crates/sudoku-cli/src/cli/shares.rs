//! The value of `convert --split`.

use std::str::FromStr;

/// The names and shares of the parts of a data set, for example `train=0.9,test=0.1`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Shares(pub(super) Vec<(String, f64)>);

/// The maximum difference between the sum of all shares and 1.
const TOLERANCE: f64 = 1e-9;

impl FromStr for Shares {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let expected =
            || "expected names and shares that add up to 1, for example train=0.9,test=0.1".to_owned();
        let mut shares: Vec<(String, f64)> = Vec::new();
        for part in text.split(',') {
            let (name, share) = part.split_once('=').ok_or_else(expected)?;
            let share = share.parse().ok().filter(|share: &f64| *share > 0.0).ok_or_else(expected)?;
            if name.is_empty() || name.starts_with('.') || name.contains(['/', '\\', ':', '\0']) {
                return Err(format!("'{name}' is not a file name"));
            }
            if shares.iter().any(|(other, _)| other == name) {
                return Err(format!("the part {name} occurs twice"));
            }
            shares.push((name.to_owned(), share));
        }
        let sum: f64 = shares.iter().map(|(_, share)| share).sum();
        if (sum - 1.0).abs() < TOLERANCE { Ok(Self(shares)) } else { Err(expected()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_add_up() {
        let shares: Shares = "train=0.8,valid=0.1,test=0.1".parse().unwrap();
        assert_eq!(shares.0.len(), 3);
        for text in ["", "a", "a=2", "a=0.5", "a=-1,b=2", "a=0.5,a=0.5", "../a=1", "=1", "a=0.5,b=x"] {
            assert!(text.parse::<Shares>().is_err(), "{text}");
        }
    }
}
