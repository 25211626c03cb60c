//! Small valid files of many types: pictures, documents, fonts; and the codings of HTTP.

use flate2::{Compression, Crc, write::GzEncoder};
use std::io::Write;

/// Returns a picture of one pixel, its colour taken from `key`.
pub(crate) fn png(key: u64) -> Vec<u8> {
    let [red, green, blue, ..] = key.to_le_bytes();
    let row = [0, red, green, blue];
    let mut packed = vec![0x78, 0x01, 0x01, 4, 0, !4, 0xff];
    packed.extend_from_slice(&row);
    packed.extend_from_slice(&adler32(&row).to_be_bytes());
    let mut out = b"\x89PNG\r\n\x1a\n".to_vec();
    png_chunk(&mut out, b"IHDR", &[0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0]);
    png_chunk(&mut out, b"IDAT", &packed);
    png_chunk(&mut out, b"IEND", &[]);
    out
}

fn png_chunk(out: &mut Vec<u8>, kind: &[u8; 4], data: &[u8]) {
    let mut crc = Crc::new();
    crc.update(kind);
    crc.update(data);
    out.extend_from_slice(&(data.len() as u32).to_be_bytes());
    out.extend_from_slice(kind);
    out.extend_from_slice(data);
    out.extend_from_slice(&crc.sum().to_be_bytes());
}

fn adler32(bytes: &[u8]) -> u32 {
    let (a, b) = bytes.iter().fold((1u32, 0u32), |(a, b), byte| {
        let a = (a + u32::from(*byte)) % 65_521;
        (a, (a + b) % 65_521)
    });
    (b << 16) | a
}

/// Returns a picture of one pixel.
pub(crate) fn gif(key: u64) -> Vec<u8> {
    let [red, green, blue, ..] = key.to_le_bytes();
    let mut out = b"GIF89a\x01\x00\x01\x00\x80\x00\x00".to_vec();
    out.extend_from_slice(&[red, green, blue, 0, 0, 0]);
    out.extend_from_slice(b",\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;");
    out
}

/// Returns a picture of one grey pixel; `key` is in a comment.
pub(crate) fn jpeg(key: u64) -> Vec<u8> {
    let mut out = vec![0xff, 0xd8];
    let mut segment = |marker: u8, data: &[u8]| {
        out.extend_from_slice(&[0xff, marker]);
        out.extend_from_slice(&(data.len() as u16 + 2).to_be_bytes());
        out.extend_from_slice(data);
    };
    segment(0xe0, b"JFIF\0\x01\x01\0\0\x01\0\x01\0\0");
    segment(0xfe, format!("{key:016x}").as_bytes());
    let mut table = [1; 65];
    table[0] = 0;
    segment(0xdb, &table);
    segment(0xc0, &[8, 0, 1, 0, 1, 1, 1, 0x11, 0]);
    // One code of one bit in either table: difference 0, and end of block.
    for class in [0x00, 0x10] {
        let mut codes = [0; 18];
        codes[0] = class;
        codes[1] = 1;
        segment(0xc4, &codes);
    }
    segment(0xda, &[1, 1, 0, 0, 63, 0]);
    out.extend_from_slice(&[0b0011_1111, 0xff, 0xd9]);
    out
}

/// Returns a picture of a square.
pub(crate) fn svg(key: u64) -> Vec<u8> {
    let colour = key & 0xff_ffff;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\">\
         <rect width=\"9\" height=\"9\" fill=\"#{colour:06x}\"/></svg>\n"
    )
    .into_bytes()
}

/// Returns a document of one page with one line of text.
pub(crate) fn pdf(line: &str) -> Vec<u8> {
    let content = format!("BT /F1 12 Tf 20 100 Td ({line}) Tj ET");
    let objects = [
        "<</Type/Catalog/Pages 2 0 R>>".to_owned(),
        "<</Type/Pages/Kids[3 0 R]/Count 1>>".to_owned(),
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R\
         /Resources<</Font<</F1 5 0 R>>>>>>"
            .to_owned(),
        format!("<</Length {}>>\nstream\n{content}\nendstream", content.len()),
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>".to_owned(),
    ];
    let mut out = String::from("%PDF-1.4\n");
    let mut places = String::new();
    for (i, object) in objects.iter().enumerate() {
        places.push_str(&format!("{:010} 00000 n \n", out.len()));
        out.push_str(&format!("{} 0 obj\n{object}\nendobj\n", i + 1));
    }
    let start = out.len();
    out.push_str(&format!(
        "xref\n0 6\n0000000000 65535 f \n{places}trailer\n<</Size 6/Root 1 0 R>>\n\
         startxref\n{start}\n%%EOF\n"
    ));
    out.into_bytes()
}

/// Returns the header of a font without tables.
pub(crate) fn woff() -> Vec<u8> {
    let mut out = b"wOFF\x00\x01\x00\x00\x00\x00\x00\x2c".to_vec();
    out.resize(44, 0);
    out
}

/// Returns the beginning of a film in MP4.
pub(crate) fn video() -> Vec<u8> {
    let mut out = b"\0\0\0\x18ftypisom\0\0\x02\0isomiso2\0\0\x10\0mdat".to_vec();
    out.extend((0..4088u32).map(|i| (i.wrapping_mul(2_246_822_519) >> 24) as u8));
    out
}

/// Returns `bytes` in gzip, without a modification time, so always the same.
pub(crate) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(bytes.len() / 2), Compression::fast());
    // Neither call can fail: the output is memory.
    let _ = encoder.write_all(bytes);
    encoder.finish().unwrap_or_default()
}

/// Returns `bytes` as a Brotli stream of uncompressed blocks: valid for every decoder, and no encoder is needed.
pub(crate) fn brotli(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len() + bytes.len() / 20_000 + 8);
    // The window has 16 bits; then a block with a byte without meaning. Without it there might be no control character
    // at all, and decoders that guard against bodies that are only called `br` would take it for text.
    out.extend_from_slice(&[0x2c, 0, 0]);
    for block in bytes.chunks(1 << 16) {
        // Not the last block, length in four nibbles, uncompressed.
        let header = (((block.len() - 1) as u32) << 3) | (1 << 19);
        out.extend_from_slice(&header.to_le_bytes()[..3]);
        out.extend_from_slice(block);
    }
    // The last block, which is empty.
    out.push(0b11);
    out
}

/// A gzip stream in pieces: its beginning, a piece to be repeated, the number of repetitions, and its end.
pub(crate) struct Bomb {
    pub(crate) head: Vec<u8>,
    pub(crate) piece: Vec<u8>,
    pub(crate) pieces: u64,
    pub(crate) tail: Vec<u8>,
}

/// Number of bytes that one piece of a bomb decompresses to.
const BOMB_PIECE: usize = 1 << 20;

/// Returns a stream that decompresses to about `bytes` zeros and is a thousand times shorter.
pub(crate) fn bomb(bytes: u64) -> Bomb {
    let pieces = bytes.div_ceil(BOMB_PIECE as u64).max(1);
    let zeros = vec![0; BOMB_PIECE];
    let mut packer = flate2::Compress::new(Compression::best(), false);
    let mut piece = Vec::with_capacity(16 << 10);
    // After a full flush the stream is at a whole byte and refers to nothing before.
    let _ = packer.compress_vec(&zeros, &mut piece, flate2::FlushCompress::Full);
    let mut one = Crc::new();
    one.update(&zeros);
    let mut sum = Crc::new();
    for _ in 0..pieces {
        sum.combine(&one);
    }
    let mut tail = vec![0x03, 0x00];
    tail.extend_from_slice(&sum.sum().to_le_bytes());
    tail.extend_from_slice(&((pieces * BOMB_PIECE as u64) as u32).to_le_bytes());
    Bomb { head: vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff], piece, pieces, tail }
}

#[cfg(test)]
mod tests {
    use super::{bomb, brotli, gzip};
    use std::io::Read;

    fn gunzip(bytes: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        flate2::read::GzDecoder::new(bytes).read_to_end(&mut out).unwrap();
        out
    }

    #[test]
    fn codings_can_be_undone() {
        for length in [0, 1, 100, 65_535, 65_536, 65_537, 200_000] {
            let bytes: Vec<u8> = (0..length).map(|i| (i % 251) as u8).collect();
            assert_eq!(gunzip(&gzip(&bytes)), bytes);
            let mut out = Vec::new();
            let packed = brotli(&bytes);
            brotli_decompressor::Decompressor::new(&packed[..], 4096)
                .read_to_end(&mut out)
                .unwrap();
            assert_eq!(out, bytes);
        }
    }

    #[test]
    fn bomb_is_valid_gzip() {
        let bomb = bomb(3 << 20);
        let mut stream = bomb.head;
        (0..bomb.pieces).for_each(|_| stream.extend_from_slice(&bomb.piece));
        stream.extend_from_slice(&bomb.tail);
        assert!(stream.len() < 20_000, "{}", stream.len());
        assert_eq!(gunzip(&stream).len(), 3 << 20);
    }
}
