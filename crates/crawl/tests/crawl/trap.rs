//! A whole calendar, as the engine would see it.

use stodola_crawl::trap::{Pattern, TrapGuard, TrapReason, TrapSettings, TrapVerdict, simhash};

/// What an endless calendar says of a month.
fn month(year: u32, month: u32) -> String {
    let days: String = (1..=30).map(|day| format!("<td><a href='?d={day}'>{day}</a>")).collect();
    format!(
        "<html><head><title>{month}/{year}</title></head><body><h1>Events of the barn</h1>\
         <table>{days}</table><p>There are no events this month. Come and see us another time, \
         or write to us if you know of one.</p></body></html>"
    )
}

#[test]
fn calendar_is_left_after_a_while() {
    let mut guard = TrapGuard::new(TrapSettings::default(), 2026);
    let mut fetched = 0;
    for index in 0..2400 {
        let (year, number) = (2000 + index / 12, 1 + index % 12);
        let uri = format!("http://barn.example/events?year={year}&month={number}");
        let pattern = Pattern::of(uri.as_bytes());
        match guard.verdict(&pattern) {
            TrapVerdict::Go => {
                let page = month(year, number);
                guard.note(&pattern, page.as_bytes(), simhash(page.as_bytes()));
                fetched += 1;
            }
            TrapVerdict::Cut { reason } => assert_eq!(reason, TrapReason::NoNovelty),
        }
    }
    assert_eq!(fetched, 200);
    let other = Pattern::of(b"http://barn.example/about");
    assert_eq!(guard.verdict(&other), TrapVerdict::Go);
}
