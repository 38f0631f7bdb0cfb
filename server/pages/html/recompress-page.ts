import { brotliCompressSync, constants } from 'node:zlib'
import { handleTasks } from '../../http/background/handle-tasks.ts'

const { BROTLI_PARAM_QUALITY, BROTLI_MAX_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants

// A tenth smaller than the level used while someone waits, in twenty times as long.
handleTasks(
  (html: Uint8Array): Uint8Array =>
    brotliCompressSync(html, {
      params: { [BROTLI_PARAM_QUALITY]: BROTLI_MAX_QUALITY, [BROTLI_PARAM_SIZE_HINT]: html.length },
    }),
)
