import type es from '../es/bulk.ts'
import type { Overrides } from '../shape.ts'

export default { clients: { tagsAdd: 'Agregar la etiqueta' } } satisfies Overrides<typeof es>
