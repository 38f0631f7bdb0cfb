import { Button } from '@portico/kit/ui/button.tsx'
import { prefersReducedMotion } from '@portico/kit/ui/reduced-motion.ts'
import { useEffect, useRef, useState } from 'react'
import styles from './response-view.module.css'

interface AnimatedImageProps {
  readonly url: string
  readonly name: string
}

/** An image that may be animated. It can be paused, and starts paused for visitors who prefer reduced motion. */
export function AnimatedImage({ url, name }: AnimatedImageProps) {
  const [isPlaying, setPlaying] = useState(() => !prefersReducedMotion())
  return (
    <div className={styles.animated}>
      {isPlaying ? (
        <img className={styles.image} src={url} alt={`Response of ${name}`} />
      ) : (
        <FirstFrame url={url} name={name} />
      )}
      <Button tone="secondary" size="small" onClick={() => setPlaying(!isPlaying)}>
        {isPlaying ? 'Stop animation' : 'Play animation'}
      </Button>
    </div>
  )
}

/** The first frame on a canvas: browsers can't pause an image. */
function FirstFrame({ url, name }: AnimatedImageProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const image = new Image()
    image.onload = () => {
      if (canvas.current === null) return
      canvas.current.width = image.naturalWidth
      canvas.current.height = image.naturalHeight
      canvas.current.getContext('2d')?.drawImage(image, 0, 0)
    }
    image.src = url
    return () => {
      image.onload = null
    }
  }, [url])
  return (
    <canvas ref={canvas} className={styles.image} role="img" aria-label={`Response of ${name}, paused`} />
  )
}
