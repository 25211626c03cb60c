//! Small PDF documents, made anew for each test.

/// A document under construction: objects by number, from 1.
#[derive(Default)]
pub(crate) struct Pdf {
    objects: Vec<Vec<u8>>,
}

impl Pdf {
    /// Adds an object and returns its number.
    pub(crate) fn add(&mut self, object: impl AsRef<[u8]>) -> usize {
        self.objects.push(object.as_ref().to_vec());
        self.objects.len()
    }

    /// Adds a stream with these entries in its dictionary and returns its number.
    pub(crate) fn add_stream(&mut self, entries: &str, content: &[u8]) -> usize {
        let mut object =
            format!("<< /Length {} {entries} >>\nstream\n", content.len()).into_bytes();
        object.extend_from_slice(content);
        object.extend_from_slice(b"\nendstream");
        self.add(object)
    }

    /// Replaces an object.
    pub(crate) fn set(&mut self, number: usize, object: &str) {
        self.objects[number - 1] = object.as_bytes().to_vec();
    }

    /// Returns the bytes of the document, whose catalogue is this object.
    pub(crate) fn bytes(&self, catalogue: usize) -> Vec<u8> {
        let mut bytes = b"%PDF-1.4\n".to_vec();
        let mut table = format!("xref\n0 {}\n0000000000 65535 f \n", self.objects.len() + 1);
        for (index, object) in self.objects.iter().enumerate() {
            table += &format!("{:010} 00000 n \n", bytes.len());
            bytes.extend_from_slice(format!("{} 0 obj\n", index + 1).as_bytes());
            bytes.extend_from_slice(object);
            bytes.extend_from_slice(b"\nendobj\n");
        }
        let start = bytes.len();
        let size = self.objects.len() + 1;
        table +=
            &format!("trailer\n<< /Size {size} /Root {catalogue} 0 R >>\nstartxref\n{start}\n");
        bytes.extend_from_slice(table.as_bytes());
        bytes.extend_from_slice(b"%%EOF\n");
        bytes
    }
}

/// Font number 1: Helvetica, in which the bytes 1 to 3 are the letters `č`, `ř` and `ž`.
const FONT: &str = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica \
    /Encoding << /Type /Encoding /BaseEncoding /WinAnsiEncoding \
    /Differences [ 1 /ccaron /rcaron /zcaron ] >> >>";

/// A document with a page for each text; `č`, `ř` and `ž` are known beside ASCII.
pub(crate) fn with_pages(texts: &[&str]) -> Vec<u8> {
    let contents: Vec<Vec<u8>> = texts.iter().map(|text| content_of(text)).collect();
    with_contents(&contents.iter().map(|it| ("", &it[..])).collect::<Vec<_>>())
}

/// What shows one line of text.
pub(crate) fn content_of(text: &str) -> Vec<u8> {
    let mut content = b"BT /F1 12 Tf 72 700 Td (".to_vec();
    for letter in text.chars() {
        match letter {
            'č' => content.push(1),
            'ř' => content.push(2),
            'ž' => content.push(3),
            letter => content.extend_from_slice(letter.to_string().as_bytes()),
        }
    }
    content.extend_from_slice(b") Tj ET");
    content
}

/// A document with a page for each content; entries for the dictionary of its stream stand before it.
pub(crate) fn with_contents(contents: &[(&str, &[u8])]) -> Vec<u8> {
    let mut pdf = Pdf::default();
    let font = pdf.add(FONT);
    let tree = pdf.add("");
    let mut pages = Vec::new();
    for (entries, content) in contents {
        let content = pdf.add_stream(entries, content);
        let page = pdf.add(format!(
            "<< /Type /Page /Parent {tree} 0 R /MediaBox [0 0 612 792] /Contents {content} 0 R \
             /Resources << /Font << /F1 {font} 0 R >> >> >>"
        ));
        pages.push(format!("{page} 0 R"));
    }
    pdf.set(
        tree,
        &format!("<< /Type /Pages /Count {} /Kids [ {} ] >>", pages.len(), pages.join(" ")),
    );
    let catalogue = pdf.add(format!("<< /Type /Catalog /Pages {tree} 0 R >>"));
    pdf.bytes(catalogue)
}
