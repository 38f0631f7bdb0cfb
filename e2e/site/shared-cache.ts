import { runNginx } from './run-nginx.ts'

/** The header in which the shared cache says `HIT` or why it asked the site. */
export const cacheHeader = 'x-shared-cache'

/** Starts a cache that many visitors share: nginx, which keeps whatever `cache-control` and `vary` do not forbid. */
export async function startSharedCache(site: string): Promise<{ origin: string; stop(): Promise<void> }> {
  const { port, stop } = await runNginx(
    ({ port, folder }) => `
  proxy_cache_path ${folder}/cache keys_zone=site:1m;
  server {
    listen 127.0.0.1:${port};
    merge_slashes off;
    location / {
      proxy_pass ${site};
      proxy_http_version 1.1;
      proxy_cache site;
      proxy_cache_valid any 10m;
      proxy_ignore_headers Set-Cookie;
      add_header ${cacheHeader} $upstream_cache_status always;
    }
  }`,
  )
  return { origin: `http://127.0.0.1:${port}`, stop }
}
