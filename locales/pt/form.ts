import type es from '../es/form.ts'
import type { Shape } from '../shape.ts'

export default {
  codes: {
    required: 'Este dado é necessário.',
    invalid: 'Este dado não é válido.',
    too_small: 'O valor é demasiado pequeno ou curto.',
    too_big: 'O valor é demasiado grande ou longo.',
    taken: 'Já existe outro com esse nome.',
    past: 'Tem de ser um momento futuro.',
    unknown: 'Este valor não é conhecido.',
    date: 'Não é uma data. Por exemplo: 3/5, hoje, +30.',
    number: 'Não é um número. Por exemplo: 1,0825.',
  },
  draft: {
    restored: 'Recuperámos o que escreveste {{when}} e não chegaste a enviar.',
    waiting: 'Tens um rascunho de {{when}}.',
    take: 'Recuperá-lo',
    discard: 'Descartá-lo',
  },
} satisfies Shape<typeof es>
