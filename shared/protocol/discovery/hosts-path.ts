/** Prefix of what a host on another origin requests: `/-/hosts/<host>/releases` and `/-/hosts/<host>/reports`. */
export const hostsPath = '/-/hosts'
