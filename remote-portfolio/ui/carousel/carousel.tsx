import arrowLeftIcon from '@lucide/icons/icons/arrow-left'
import arrowRightIcon from '@lucide/icons/icons/arrow-right'
import pauseIcon from '@lucide/icons/icons/pause'
import playIcon from '@lucide/icons/icons/play'
import { getRoundButtonClass } from '@portico/kit/ui/button.tsx'
import { Icon } from '@portico/kit/ui/icon.tsx'
import type { ReactNode } from 'react'
import styles from './carousel.module.css'
import { type Rotation, useRotation } from './use-rotation.ts'
import { useSwipe } from './use-swipe.ts'

interface Slide {
  readonly key: string
  /** Announced when the slide is shown. */
  readonly name: string
  readonly content: ReactNode
}

interface CarouselProps {
  /** The accessible name, without the word “carousel”. */
  readonly label: string
  /** Shown next to the buttons. */
  readonly heading: ReactNode
  readonly slides: readonly Slide[]
}

/** Shows one slide at a time, following the carousel pattern of the ARIA Authoring Practices. */
export function Carousel({ label, heading, slides }: CarouselProps) {
  const rotation = useRotation(slides.length)
  const swipe = useSwipe(rotation.step)
  return (
    <section
      className={styles.carousel}
      aria-roledescription="carousel"
      aria-label={label}
      {...rotation.pauseHandlers}
    >
      <div className={styles.head}>
        {heading}
        {slides.length > 1 && <Controls rotation={rotation} count={slides.length} />}
      </div>
      {/* Announced only when the visitor changes the slide: automatic changes would interrupt screen readers. */}
      <div className={styles.slides} aria-live={rotation.isRotating ? 'off' : 'polite'} {...swipe}>
        {slides.map(({ key, name, content }, index) => {
          const isCurrent = index === rotation.current
          return (
            // biome-ignore lint/a11y/useSemanticElements: a slide is not a fieldset
            <div
              key={key}
              role="group"
              aria-roledescription="slide"
              aria-label={`${index + 1} of ${slides.length}: ${name}`}
              aria-hidden={!isCurrent}
              inert={!isCurrent}
              className={styles.slide}
            >
              {content}
            </div>
          )
        })}
      </div>
    </section>
  )
}

function Controls({ rotation, count }: { readonly rotation: Rotation; readonly count: number }) {
  return (
    <div className={styles.controls}>
      <span className={styles.position} aria-hidden="true">
        {rotation.current + 1} / {count}
      </span>
      <button
        type="button"
        className={getRoundButtonClass()}
        onClick={rotation.toggle}
        aria-label={`${rotation.isEnabled ? 'Stop' : 'Start'} slideshow`}
      >
        <Icon icon={rotation.isEnabled ? pauseIcon : playIcon} />
      </button>
      <button
        type="button"
        className={getRoundButtonClass()}
        onClick={() => rotation.step(-1)}
        aria-label="Previous slide"
      >
        <Icon icon={arrowLeftIcon} />
      </button>
      <button
        type="button"
        className={getRoundButtonClass()}
        onClick={() => rotation.step(1)}
        aria-label="Next slide"
      >
        <Icon icon={arrowRightIcon} />
      </button>
    </div>
  )
}
