import type es from '../es/presence.ts'
import type { Shape } from '../shape.ts'

export default {
  idle: {
    title: 'Ainda estás aí?',
    text: 'A tua sessão vai terminar por inatividade.',
    kept: 'O que escreveste e não enviaste fica guardado para quando voltares.',
    stay: 'Continuar ligado',
    left_one: 'Falta {{count}} segundo.',
    left_many: 'Faltam {{count}} segundos.',
    left_other: 'Faltam {{count}} segundos.',
  },
  changed: 'A sessão mudou noutro separador. Agora trabalhas como {{name}} em {{prefix}}.',
  unsaved: {
    title: 'Há alterações por guardar',
    text: 'Se saíres agora, perdem-se.',
    stay: 'Continuar a editar',
    leave: 'Sair sem guardar',
  },
} satisfies Shape<typeof es>
