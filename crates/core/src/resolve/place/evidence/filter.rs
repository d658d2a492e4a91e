//! A filter in front of a table. It rejects most keys that are not in the table, and costs less than a lookup.

/// The bits per key. With 16 bits, about 6 % of the missing keys pass.
const BITS_PER_KEY: usize = 16;

/// The bits of a word of a [`Filter`].
const WORD_BITS: u32 = u64::BITS;

/// A set of keys. It may also contain keys that were not added.
pub struct Filter {
    words: Vec<u64>,
    /// The number of bits of a hash that are not used.
    unused_bits: u32,
}

impl Filter {
    /// A filter for about `count` keys.
    pub fn new(count: usize) -> Self {
        let bits = (count * BITS_PER_KEY)
            .next_power_of_two()
            .max(WORD_BITS as usize);
        Self {
            words: vec![0; bits / WORD_BITS as usize],
            unused_bits: u64::BITS - bits.trailing_zeros(),
        }
    }

    pub fn add(&mut self, key: u64) {
        let (word, bit) = self.place(key);
        self.words[word] |= bit;
    }

    /// False if `key` was not added.
    pub fn may_contain(&self, key: u64) -> bool {
        let (word, bit) = self.place(key);
        self.words[word] & bit != 0
    }

    /// The word of `key`, and its bit there.
    fn place(&self, key: u64) -> (usize, u64) {
        // The highest bits of the product depend on all bits of the key.
        let hash = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.unused_bits;
        (
            (hash / u64::from(WORD_BITS)) as usize,
            1 << (hash % u64::from(WORD_BITS)),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::Filter;
    use crate::resolve::place::evidence::exact;

    #[test]
    fn added_keys_pass_and_most_others_do_not() {
        let keys = |first: u64, count: u64| {
            (first..first + count).map(|number| exact::hash(&number.to_le_bytes()))
        };
        for count in [0, 1, 5, 1_000] {
            let mut filter = Filter::new(count as usize);
            for key in keys(0, count) {
                filter.add(key);
            }
            assert!(keys(0, count).all(|key| filter.may_contain(key)));
            let passed = keys(1_000_000, 1_000).filter(|&key| filter.may_contain(key));
            assert!(passed.count() < 150);
        }
    }
}
