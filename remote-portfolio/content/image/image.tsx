import type { ResponsiveImage as ImageData } from '@portico/shared/content/blocks.ts'
import styles from './image.module.css'

interface ImageProps {
  readonly image: ImageData
  /** The `sizes` attribute: how wide the image is displayed. */
  readonly sizes: string
  /** True: visible without scrolling, so it is loaded first. */
  readonly isPriority?: boolean
  /** True: adjacent text says the same. */
  readonly isDecorative?: boolean
}

/** An image in the best format and size for the screen; its space is reserved before it loads. */
export function Image({ image, sizes, isPriority = false, isDecorative = false }: ImageProps) {
  const { alt, width, height, sources } = image
  const last = sources.at(-1)
  const largest = last?.files.at(-1)
  if (last === undefined || largest === undefined) return null
  return (
    <picture className={styles.frame}>
      {sources.slice(0, -1).map(({ type, files }) => (
        <source key={type} type={type} srcSet={toSrcSet(files)} sizes={sizes} />
      ))}
      <img
        className={styles.image}
        sizes={sizes}
        srcSet={toSrcSet(last.files)}
        src={largest.address}
        alt={isDecorative ? '' : alt}
        width={width}
        height={height}
        loading={isPriority ? 'eager' : 'lazy'}
        fetchPriority={isPriority ? 'high' : 'auto'}
        decoding="async"
      />
    </picture>
  )
}

function toSrcSet(files: ImageData['sources'][number]['files']): string {
  return files.map(({ address, width }) => `${address} ${width}w`).join(', ')
}
