import type es from '../es/client.ts'
import type { Overrides } from '../shape.ts'

export default {
  client: { blocked: { documents: 'Cliente bloqueado por documentos' } },
  account: { office: 'Sucursal', held: 'Reservado para retiros' },
} satisfies Overrides<typeof es>
