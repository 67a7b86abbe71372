import type es from '../es/presence.ts'
import type { Shape } from '../shape.ts'

export default {
  idle: {
    title: 'Ainda está aí?',
    text: 'A sua sessão vai terminar por inatividade.',
    kept: 'O que não tiver enviado fica guardado como rascunho.',
    stay: 'Manter a sessão',
    left_one: 'Falta {{count}} segundo.',
    left_many: 'Faltam {{count}} segundos.',
    left_other: 'Faltam {{count}} segundos.',
  },
  changed: 'A sessão mudou noutro separador. Agora trabalha como {{name}} em {{prefix}}.',
  unsaved: {
    title: 'Há alterações por guardar',
    text: 'Se sair agora, perdem-se.',
    stay: 'Continuar a editar',
    leave: 'Sair sem guardar',
  },
} satisfies Shape<typeof es>
