//! `stodola simweb`: the simulated web, by hand.

use crate::json;
use crate::output::{self, Outcome};
use anyhow::Context;
use std::io::Write;
use std::net::SocketAddr;
use std::sync::Arc;
use stodola_simweb::{Log, Settings, World, serve};

/// Requests remembered while serving.
const LOG_ENTRIES: usize = 100_000;

/// Serve a simulated web on loopback: many hosts, languages, traps and faults behind one address.
///
/// The same seed gives the same web, to the byte. The `Host` field tells which host is meant, so a
/// client needs to connect to one address whatever the name, for example
/// `curl --connect-to ::127.0.0.1:8090 http://catalogue0.example/`. Runs until it is interrupted.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Address to listen on
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:8090")]
    listen: SocketAddr,
    /// What the web is made from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many hosts
    #[arg(long, value_name = "N", default_value_t = 100)]
    hosts: u32,
    /// Without faults, traps, oddities and robots rules
    #[arg(long)]
    calm: bool,
    /// Print every page with its status, length, digest and links as JSON instead of serving
    #[arg(long)]
    truth: bool,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let settings = match arguments.calm {
        true => Settings::calm(arguments.seed, arguments.hosts),
        false => Settings { seed: arguments.seed, hosts: arguments.hosts, ..Settings::default() },
    };
    let world = Arc::new(World::new(settings));
    if arguments.truth {
        return print_truth(&world);
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind(arguments.listen)
            .await
            .with_context(|| format!("{}: cannot listen", arguments.listen))?;
        output::say(format_args!(
            "{} hosts at {}; begin with {}",
            arguments.hosts,
            listener.local_addr()?,
            world.seeds().join(" ")
        ));
        serve(listener, world, Log::new(LOG_ENTRIES), tokio::signal::ctrl_c()).await?;
        Ok(Outcome::default())
    })
}

fn print_truth(world: &World) -> anyhow::Result<Outcome> {
    let mut out = output::stdout();
    for page in world.truth() {
        out.write_all(b"{\"uri\":")?;
        json::string(&mut out, &page.uri())?;
        json::number(&mut out, "status", page.status.map(u64::from))?;
        json::member(&mut out, "content_type", Some(page.content_type.as_bytes()))?;
        json::number(&mut out, "length", Some(page.length))?;
        let sha256: String = page.sha256.iter().map(|b| format!("{b:02x}")).collect();
        json::member(&mut out, "sha256", Some(sha256.as_bytes()))?;
        write!(out, ",\"harvestable\":{},\"links\":[", page.is_harvestable())?;
        for (i, link) in page.links.iter().enumerate() {
            if i > 0 {
                out.write_all(b",")?;
            }
            json::string(&mut out, &link.uri)?;
        }
        out.write_all(b"]}\n")?;
    }
    out.flush()?;
    Ok(Outcome::default())
}
