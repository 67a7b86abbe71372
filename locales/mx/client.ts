import type es from '../es/client.ts'
import type { Overrides } from '../shape.ts'

export default {
  client: { blocked: { documents: 'Cliente bloqueado por documentos' } },
  account: { office: 'Sucursal' },
} satisfies Overrides<typeof es>
