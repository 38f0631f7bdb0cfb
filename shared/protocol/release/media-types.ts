const script = 'text/javascript; charset=utf-8'

/**
 * Media types of release files by extension: those that pages load. A release with another one is rejected, and it is not
 * served. None of them is a document that a browser would run, except SVG: see `allowNothing`.
 */
export const mediaTypes: Readonly<Record<string, string>> = {
  '.js': script,
  '.mjs': script,
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
  '.mp3': 'audio/mpeg',
  '.pdf': 'application/pdf', // only to download
  '.wasm': 'application/wasm', // if the operator lets the remote run it
  '.txt': 'text/plain; charset=utf-8',
}

/** Whether pages run the file. */
export const isScript = (file: string): boolean => /\.m?js$/.test(file)
