// What the sample of a bot uses of the package: one message comes in, its answer is printed.
class Client {
  on(event, listener) {
    if (event === 'message') this.listener = listener
  }

  async initialize() {
    await this.listener({ body: process.env.MESSAGE, reply: async (answer) => console.log(answer) })
  }
}

class MessageMedia {
  constructor(type, data, name) {
    Object.assign(this, { type, data, name })
  }
}

export default { Client, MessageMedia, LocalAuth: class {} }
