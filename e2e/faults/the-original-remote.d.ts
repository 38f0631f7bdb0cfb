// The remote's own entry; `build-faulty.ts` says where it is.
declare module 'the-original-remote' {
  export const remote: import('@portico/shared/contract/contract.ts').RemoteModule
}
