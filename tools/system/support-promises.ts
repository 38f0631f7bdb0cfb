/** Adds `Promise.withResolvers`, which Node has from 22 on. */
export function supportPromises(): void {
  Promise.withResolvers ??= createPromise
}

function createPromise<T>(): PromiseWithResolvers<T> {
  let settle: Pick<PromiseWithResolvers<T>, 'resolve' | 'reject'> | undefined
  const promise = new Promise<T>((resolve, reject) => {
    settle = { resolve, reject }
  })
  if (settle === undefined) throw new Error('A promise calls its executor at once.')
  return { promise, ...settle }
}
