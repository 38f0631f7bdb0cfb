import { brotliCompressSync, constants } from 'node:zlib'
import { answerTasks } from '../../http/background/answer-tasks.ts'

const { BROTLI_PARAM_QUALITY, BROTLI_MAX_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants

// A tenth smaller than the level used while someone waits, in twenty times as long.
answerTasks(
  (html: Uint8Array): Uint8Array =>
    brotliCompressSync(html, {
      params: { [BROTLI_PARAM_QUALITY]: BROTLI_MAX_QUALITY, [BROTLI_PARAM_SIZE_HINT]: html.length },
    }),
)
