/** A proxy with TLS on this machine, with the configuration of an unpacked archive. */
export interface ProxyServer {
  /** `https://127.0.0.1:<port>` */
  readonly origin: string
  /** Where plain HTTP is redirected to TLS. */
  readonly plainOrigin: string
  stop(): Promise<void>
}
