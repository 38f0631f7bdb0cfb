import { type App, createApp, defineComponent, h, ref, version } from 'vue'

interface RenderInfo {
  readonly dom: HTMLElement
}

/** An application of a team that uses Vue. */
const Planner = defineComponent({
  setup() {
    const days = ref(1)
    return () =>
      h('div', [
        h('h1', { tabindex: -1 }, `Planner of Vue ${version}`),
        h('button', { type: 'button', onClick: () => days.value++ }, `${days.value} planned`),
      ])
  },
})

const apps = new Map<HTMLElement, App>()

export default {
  render({ dom }: RenderInfo) {
    const app = createApp(Planner)
    apps.set(dom, app)
    app.mount(dom)
  },
  destroy({ dom }: RenderInfo) {
    apps.get(dom)?.unmount()
    apps.delete(dom)
  },
}
