import type es from '../es/limits.ts'
import type { Overrides } from '../shape.ts'

export default {
  withdrawal: {
    title: 'Límites de retiro',
    lead: 'Hasta su límite, cada perfil pide un retiro como diga la firma, y aprueba los de otros. Por encima hace falta otra persona con un límite mayor.',
    limit: 'Importe por retiro',
    new: 'Nuevo límite de retiro',
  },
} satisfies Overrides<typeof es>
