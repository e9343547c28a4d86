//! Which instructions the machine has.

use std::sync::OnceLock;

/// The environment variable that can lower the level: `baseline`, `avx2` or `avx512`.
pub const LEVEL_VARIABLE: &str = "CROUPIER_SIMD";

/// A set of instructions that the batch functions have code for, from the narrowest to the widest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// The instructions that every machine of the target has.
    Baseline,
    /// x86-64 with AVX2 and what came with it.
    Avx2,
    /// x86-64 with AVX-512 including its byte permutations and population counts.
    Avx512,
}

impl Level {
    const ALL: [Self; 3] = [Self::Baseline, Self::Avx2, Self::Avx512];

    /// Returns the best level of this machine, or a lower one if [`LEVEL_VARIABLE`] says so.
    ///
    /// The variable is read once, the first time.
    #[must_use]
    pub fn detect() -> Self {
        static DETECTED: OnceLock<Level> = OnceLock::new();
        *DETECTED.get_or_init(|| {
            let wanted = std::env::var(LEVEL_VARIABLE).ok();
            lowered(Self::of_machine(), wanted.as_deref())
        })
    }

    /// Returns every level that this machine has, the baseline first.
    #[must_use]
    pub fn available() -> Vec<Self> {
        let best = Self::of_machine();
        Self::ALL.into_iter().filter(|&level| level <= best).collect()
    }

    /// Returns this level, or the best one of the machine where that is lower.
    ///
    /// Every function that runs code for a level goes through here, so that asking for too much is
    /// safe.
    #[must_use]
    pub(super) fn supported(self) -> Self {
        self.min(Self::of_machine())
    }

    #[cfg(target_arch = "x86_64")]
    fn of_machine() -> Self {
        static MACHINE: OnceLock<Level> = OnceLock::new();
        *MACHINE.get_or_init(|| {
            let has_avx2 = is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("popcnt");
            let has_avx512 = is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512vbmi")
                && is_x86_feature_detected!("avx512bitalg")
                && is_x86_feature_detected!("avx512vpopcntdq");
            match (has_avx2, has_avx512) {
                (true, true) => Self::Avx512,
                (true, false) => Self::Avx2,
                (false, _) => Self::Baseline,
            }
        })
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn of_machine() -> Self {
        Self::Baseline
    }
}

/// Returns the machine's level, or the wanted one where that is lower; unknown names are ignored.
fn lowered(machine: Level, wanted: Option<&str>) -> Level {
    let limit = match wanted {
        Some("baseline") => Level::Baseline,
        Some("avx2") => Level::Avx2,
        _ => Level::Avx512,
    };
    machine.min(limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_variable_only_lowers() {
        assert_eq!(lowered(Level::Avx512, Some("avx2")), Level::Avx2);
        assert_eq!(lowered(Level::Avx2, Some("avx512")), Level::Avx2);
        assert_eq!(lowered(Level::Baseline, Some("avx2")), Level::Baseline);
        assert_eq!(lowered(Level::Avx512, Some("nonsense")), Level::Avx512);
        assert_eq!(lowered(Level::Avx512, None), Level::Avx512);
    }

    #[test]
    fn available_levels_start_with_the_baseline() {
        let levels = Level::available();
        assert_eq!(levels[0], Level::Baseline);
        assert!(levels.is_sorted());
        assert!(levels.contains(&Level::detect()));
        assert!(levels.iter().all(|level| level.supported() == *level));
    }
}
