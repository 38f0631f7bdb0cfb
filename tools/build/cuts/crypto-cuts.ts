import type { CutPackage } from './cut.ts'

/** What the token of the session never asks of crypto-js. */
export const cryptoCuts: CutPackage = {
  version: '4.2.0',
  cuts: [
    {
      never: 'its key is derived by MD5, for which neither SHA-1 nor an HMAC is called.',
      file: 'evpkdf.js',
      texts: [
        ['require("./core"), require("./sha1"), require("./hmac")', 'require("./core")'],
        ['["./core", "./sha1", "./hmac"]', '["./core"]'],
        ['hasher: MD5,', 'hasher: MD5,'], // cuts nothing: it is what the reason rests on
      ],
    },
  ],
}
