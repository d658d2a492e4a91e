//! xxHash32, according to its specification. hashline and related formats shorten this hash.

const PRIMES: [u32; 5] = [
    0x9e37_79b1,
    0x85eb_ca77,
    0xc2b2_ae3d,
    0x27d4_eb2f,
    0x1656_67b1,
];

pub fn xxh32(data: &[u8], seed: u32) -> u32 {
    let stripes = data.chunks_exact(16);
    let rest = stripes.remainder();
    let mut hash = if data.len() < 16 {
        seed.wrapping_add(PRIMES[4])
    } else {
        let mut lanes = [
            seed.wrapping_add(PRIMES[0]).wrapping_add(PRIMES[1]),
            seed.wrapping_add(PRIMES[1]),
            seed,
            seed.wrapping_sub(PRIMES[0]),
        ];
        for stripe in stripes {
            for (lane, part) in lanes.iter_mut().zip(stripe.chunks_exact(4)) {
                let sum = lane.wrapping_add(word(part).wrapping_mul(PRIMES[1]));
                *lane = sum.rotate_left(13).wrapping_mul(PRIMES[0]);
            }
        }
        let mut sum = 0_u32;
        for (bits, lane) in [1, 7, 12, 18].into_iter().zip(lanes) {
            sum = sum.wrapping_add(lane.rotate_left(bits));
        }
        sum
    };
    hash = hash.wrapping_add(u32::try_from(data.len() & 0xffff_ffff).unwrap_or_default());
    let words = rest.chunks_exact(4);
    let bytes = words.remainder();
    for part in words {
        let sum = hash.wrapping_add(word(part).wrapping_mul(PRIMES[2]));
        hash = sum.rotate_left(17).wrapping_mul(PRIMES[3]);
    }
    for byte in bytes {
        let sum = hash.wrapping_add(u32::from(*byte).wrapping_mul(PRIMES[4]));
        hash = sum.rotate_left(11).wrapping_mul(PRIMES[0]);
    }
    hash = (hash ^ (hash >> 15)).wrapping_mul(PRIMES[1]);
    hash = (hash ^ (hash >> 13)).wrapping_mul(PRIMES[2]);
    hash ^ (hash >> 16)
}

fn word(part: &[u8]) -> u32 {
    part.try_into().map_or(0, u32::from_le_bytes)
}

#[cfg(test)]
mod tests {
    use super::xxh32;

    /// Values from the reference implementation.
    #[test]
    fn hashes_are_those_of_the_reference() {
        for (data, seed, hash) in [
            (&b""[..], 0, 0x02cc_5d05),
            (b"a", 0, 0x550d_7456),
            (b"abc", 7, 0x57cf_d434),
            (b"0123456789abcdef", 0, 0xc2c4_5b69),
            (b"}", 12, 0x6997_7b3c),
            (
                b"let x = compute(name); // and some more of it",
                0,
                0xa769_370f,
            ),
        ] {
            assert_eq!(xxh32(data, seed), hash);
        }
    }
}
