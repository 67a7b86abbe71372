import type * as es from '../es/meetings.ts'
import type { Overrides } from '../shape.ts'

export default {
  feed: {
    once: 'Cópiala ahora: no se volverá a mostrar. En el celular, agrega un calendario por suscripción y pega la dirección.',
  },
} satisfies Overrides<typeof es.default>
