//! The sockets of the resolver: those of tokio, behind the [gate](super::gate).

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use hickory_resolver::net::runtime::{RuntimeProvider, TokioRuntimeProvider};

use super::gate::Gate;

/// Opens sockets to name servers. Each message has a socket of its own over UDP, and each name server one over TCP.
#[derive(Clone)]
pub(super) struct GatedRuntime {
    inner: TokioRuntimeProvider,
    gate: Arc<Gate>,
}

impl GatedRuntime {
    pub(super) fn new(gate: &Arc<Gate>) -> GatedRuntime {
        GatedRuntime { inner: TokioRuntimeProvider::default(), gate: Arc::clone(gate) }
    }
}

type Opening<S> = Pin<Box<dyn Send + Future<Output = Result<S, io::Error>>>>;

impl RuntimeProvider for GatedRuntime {
    type Handle = <TokioRuntimeProvider as RuntimeProvider>::Handle;
    type Timer = <TokioRuntimeProvider as RuntimeProvider>::Timer;
    type Udp = <TokioRuntimeProvider as RuntimeProvider>::Udp;
    type Tcp = <TokioRuntimeProvider as RuntimeProvider>::Tcp;

    fn create_handle(&self) -> Self::Handle {
        self.inner.create_handle()
    }

    fn connect_tcp(
        &self,
        server: SocketAddr,
        local: Option<SocketAddr>,
        timeout: Option<Duration>,
    ) -> Opening<Self::Tcp> {
        let (opening, gate) = (self.inner.connect_tcp(server, local, timeout), self.gate.clone());
        Box::pin(async move {
            gate.send().await;
            opening.await
        })
    }

    fn bind_udp(&self, local: SocketAddr, server: SocketAddr) -> Opening<Self::Udp> {
        let (opening, gate) = (self.inner.bind_udp(local, server), self.gate.clone());
        Box::pin(async move {
            // First the socket: the resolver tries other ports if one is taken.
            let socket = opening.await?;
            gate.send().await;
            Ok(socket)
        })
    }
}
