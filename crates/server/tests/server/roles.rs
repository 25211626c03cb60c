//! No route is usable without its role: every route of the OpenAPI document, asked by everybody.

use crate::person::{Browser, add, json, post, token};
use crate::shelf::{Shelf, page};
use std::collections::BTreeMap;
use stodola_access::people::{PersonRole, TokenScope};

/// Who may use what, written down a second time on purpose: `open`, or the least role; and the scope that a token
/// needs, `-` if tokens may not at all.
const EXPECTED: &str = "
    get /api/v1/openapi.json open *
    get /api/v1/captures open read
    get /api/v1/capture open read
    get /api/v1/history open read
    get /api/v1/stats open read
    get /api/v1/collections open read
    get /api/v1/maps open read
    get /api/v1/maps/{host} open read
    get /api/v1/maps/{host}/tree open read
    get /api/v1/maps/{host}/dead open read
    get /api/v1/maps/{host}/rank open read
    get /api/v1/maps/{host}/in open read
    get /api/v1/maps/{host}/out open read
    get /api/v1/maps/{host}/near-pages open read
    get /api/v1/maps/{host}/export open read
    get /api/v1/maps/{host}/folders open read
    get /api/v1/maps/{host}/sheet open read
    get /api/v1/maps/{host}/complete open read
    get /api/v1/maps/{host}/catalogue open read
    get /api/v1/near open read
    get /maps/{host}/changes.atom open read
    get /maps/{host}/changes.rss open read
    get /api/v1/rules curator rules
    post /api/v1/rules curator rules
    delete /api/v1/rules/{id} curator rules
    post /api/v1/rules/undo curator rules
    get /api/v1/rules/log curator rules
    get /api/v1/rules/check curator rules
    get /api/v1/record open *
    get /api/v1/stats/{table} operator jobs
    get /api/v1/checks operator jobs
    get /api/v1/migrations operator jobs
    get /api/v1/migrations/{name} operator jobs
    get /api/v1/followers operator jobs
    get /api/v1/jobs operator jobs
    post /api/v1/jobs operator jobs
    get /api/v1/jobs/{name} operator jobs
    get /api/v1/jobs/{name}/settings operator jobs
    get /api/v1/jobs/{name}/status operator jobs
    get /api/v1/jobs/{name}/live operator jobs
    get /api/v1/jobs/{name}/tally operator jobs
    get /api/v1/jobs/{name}/rates operator jobs
    get /api/v1/jobs/{name}/hosts operator jobs
    get /api/v1/jobs/{name}/rates operator jobs
    get /api/v1/jobs/{name}/tally operator jobs
    get /api/v1/jobs/{name}/largest operator jobs
    get /api/v1/jobs/{name}/sources operator jobs
    get /api/v1/jobs/{name}/reports operator jobs
    get /api/v1/jobs/{name}/reports/{report} operator jobs
    get /api/v1/jobs/{name}/outcomes operator jobs
    get /api/v1/jobs/{name}/verdicts operator jobs
    get /api/v1/harvests operator jobs
    get /api/v1/settings operator jobs
    get /api/v1/profiles operator jobs
    post /api/v1/scope operator jobs
    patch /api/v1/jobs/{name}/settings operator jobs
    put /api/v1/jobs/{name}/settings operator jobs
    post /api/v1/jobs/{name}/start operator jobs
    post /api/v1/jobs/{name}/pause operator jobs
    post /api/v1/jobs/{name}/resume operator jobs
    post /api/v1/jobs/{name}/stop operator jobs
    post /api/v1/jobs/{name}/checkpoint operator jobs
    post /api/v1/jobs/{name}/rescope operator jobs
    post /api/v1/jobs/{name}/limit operator jobs
    post /api/v1/jobs/{name}/seeds operator jobs
    post /api/v1/jobs/{name}/pace operator jobs
    get /api/v1/why operator jobs
    get /api/v1/events operator events
    get /api/v1/webhooks admin people
    post /api/v1/webhooks admin people
    delete /api/v1/webhooks/{id} admin people
    post /api/v1/webhooks/{id}/resume admin people
    get /api/v1/people admin people
    post /api/v1/people admin people
    get /api/v1/people/{name} admin people
    patch /api/v1/people/{name} admin people
    post /api/v1/people/{name}/link admin -
    get /api/v1/audit admin people
    get /api/v1/me open *
    post /api/v1/me/password reader -
    get /api/v1/tokens reader -
    post /api/v1/tokens reader -
    delete /api/v1/tokens/{id} reader -
    get /api/v1/projects reader projects
    post /api/v1/projects reader projects
    get /api/v1/projects/{id} reader projects
    put /api/v1/projects/{id} reader projects
    delete /api/v1/projects/{id} reader projects
    get /api/v1/packages reader requests
    get /api/v1/favourites reader requests
    put /api/v1/favourites/{name} reader requests
    delete /api/v1/favourites/{name} reader requests
    post /api/v1/favourites/{name}/rename reader requests
    post /api/v1/favourites/{name}/ask reader requests
    get /api/v1/requests reader requests
    post /api/v1/requests reader requests
    get /api/v1/requests/{id} reader requests
    post /api/v1/requests/{id}/cancel reader requests
    post /api/v1/requests/{id}/again reader requests
    get /api/v1/requests/{id}/result reader requests
";

fn expected() -> BTreeMap<(String, String), (String, String)> {
    let rows = EXPECTED.lines().filter(|line| !line.trim().is_empty());
    rows.map(|line| {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        let [method, path, role, scope] = <[String; 4]>::try_from(words).unwrap();
        ((path, method), (role, scope))
    })
    .collect()
}

fn is_refused(status: u16) -> bool {
    matches!(status, 401 | 403)
}

#[test]
fn no_route_is_usable_without_its_role_or_scope() {
    let shelf = Shelf::new(&[page("http://a.cz/", "20200101000000", "hello")]);
    // Programs have a server of their own: all these requests are more than one server takes from one network.
    let programs = Shelf::new(&[page("http://a.cz/", "20200101000000", "hello")]);
    for role in PersonRole::ALL {
        add(&shelf, role.as_str(), role, &[]);
        add(&programs, role.as_str(), role, &[]);
    }
    let browsers = PersonRole::ALL.map(|role| (role, Browser::sign_in(&shelf, role.as_str())));
    let tokens = TokenScope::ALL.map(|scope| (scope, token(&programs, "admin", &[scope])));
    let weak = token(&programs, "reader", &TokenScope::ALL);
    let document = json(&shelf.get_app("/api/v1/openapi.json", &[]));
    let expected = expected();
    let mut told = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for method in methods.as_object().unwrap().keys() {
            told.push((path.clone(), method.clone()));
            let (role, scope) = &expected[&(path.clone(), method.clone())];
            let least = role.parse::<PersonRole>().ok();
            let asked =
                path.replace("{id}", "0").replace("{name}", "nobody").replace("{table}", "year");
            // The stream would not end by itself.
            let asked = if asked.ends_with("/events") { format!("{asked}?after=x") } else { asked };
            let (method, what) = (method.to_uppercase(), format!("{method} {path}"));
            let has_body = matches!(&*method, "POST" | "PUT" | "PATCH");
            let body = if has_body { "{}" } else { "" };
            // Nobody.
            let origin = format!("http://{}", shelf.app_host());
            let kind = ("Content-Type", "application/json");
            let status = post(&shelf, &method, &asked, &[("Origin", &*origin), kind], body).status;
            assert_eq!(is_refused(status), least.is_some(), "nobody: {what}: {status}");
            // People of all roles.
            for (role, browser) in &browsers {
                let status = browser.write(&method, &asked, body).status;
                let may = least.is_none_or(|least| *role >= least);
                assert_eq!(is_refused(status), !may, "{role}: {what}: {status}");
                assert!(status < 500, "{role}: {what}: {status}");
            }
            // Programs of somebody who may do everything, with one scope each.
            for (own, secret) in &tokens {
                let bearer = format!("Bearer {}", secret.reveal());
                let fields = [("Authorization", &*bearer), kind];
                let status = post(&programs, &method, &asked, &fields, body).status;
                let may = scope == "*" || scope == own.as_str();
                assert_eq!(
                    is_refused(status),
                    !may,
                    "token for {}: {what}: {status}",
                    own.as_str()
                );
            }
            // A program with all scopes of somebody who may only read.
            let bearer = format!("Bearer {}", weak.reveal());
            let fields = [("Authorization", &*bearer), kind];
            let status = post(&programs, &method, &asked, &fields, body).status;
            let may = scope != "-" && least.is_none_or(|least| least == PersonRole::Reader);
            assert_eq!(is_refused(status), !may, "token of a reader: {what}: {status}");
        }
    }
    told.sort();
    let known: Vec<_> = expected.into_keys().collect();
    assert_eq!(told, known);
}
