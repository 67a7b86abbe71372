import type es from '../es/audit.ts'
import type { Overrides } from '../shape.ts'
import { actions, entities } from './written/words.ts'

export default {
  differences: { added: 'Agregado' },
  accesses: { actions: { secondFactor_added: 'Agrega un segundo factor' } },
  actions,
  entities,
} satisfies Overrides<typeof es>
