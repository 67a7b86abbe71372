import type * as es from '../es/second-factor.ts'
import type { Overrides } from '../shape.ts'

export default {} satisfies Overrides<typeof es.default>

export const words = {
  notifications: {
    secondFactor: {
      added: {
        title: 'Segundo factor agregado',
      },
    },
  },
} satisfies Overrides<typeof es.words>
