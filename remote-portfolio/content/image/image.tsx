import type { ResponsiveImage as ImageData } from '@portico/kit/content/blocks.ts'
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
  const { alt, width, height, avif, webp, src } = image
  return (
    <picture className={styles.frame}>
      <source type="image/avif" srcSet={avif} sizes={sizes} />
      <img
        className={styles.image}
        sizes={sizes}
        srcSet={webp}
        src={src}
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
