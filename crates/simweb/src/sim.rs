//! A server that lives as long as the test that wants it.

use crate::log::Log;
use crate::server::serve;
use crate::settings::Settings;
use crate::world::World;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// A running web. It stops when it is dropped.
#[derive(Debug)]
pub struct SimWeb {
    /// Where every host of it is to be reached.
    pub addr: SocketAddr,
    /// What it serves.
    pub world: Arc<World>,
    /// What it was asked.
    pub log: Log,
    stop: Option<oneshot::Sender<()>>,
    task: JoinHandle<io::Result<()>>,
}

impl SimWeb {
    /// Serves the web of `settings` on a free port of the loopback, on the current runtime.
    ///
    /// # Errors
    /// No port can be had.
    pub async fn start(settings: Settings) -> io::Result<SimWeb> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        SimWeb::on(listener, settings)
    }

    /// The same on a socket of the caller's choice.
    ///
    /// # Errors
    /// The socket is not bound.
    pub fn on(listener: TcpListener, settings: Settings) -> io::Result<SimWeb> {
        let addr = listener.local_addr()?;
        let log = Log::new(settings.log_entries);
        let world = Arc::new(World::new(settings));
        let (stop, stopped) = oneshot::channel();
        let task = tokio::spawn(serve(listener, Arc::clone(&world), log.clone(), stopped));
        Ok(SimWeb { addr, world, log, stop: Some(stop), task })
    }

    /// Stops the server and waits until nobody is served any more.
    ///
    /// # Errors
    /// The listener had broken down before.
    pub async fn shutdown(mut self) -> io::Result<()> {
        self.stop.take();
        (&mut self.task).await.unwrap_or_else(|error| Err(io::Error::other(error)))
    }
}
