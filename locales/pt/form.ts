import type es from '../es/form.ts'
import type { Shape } from '../shape.ts'

export default {
  codes: {
    unchanged: 'Escolhe um diferente do que tem.',
    lastResort: 'Isto não se pode retirar a ninguém.',
    required: 'Este dado é necessário.',
    invalid: 'Este dado não é válido.',
    too_small: 'O valor é demasiado pequeno ou curto.',
    too_big: 'O valor é demasiado grande ou longo.',
    taken: 'Já está em uso. Escolhe outro.',
    past: 'Tem de ser um momento futuro.',
    unknown: 'Este valor não é conhecido.',
    date: 'Não é uma data. Por exemplo: 3/5, hoje, +30.',
    number: 'Não é um número. Por exemplo: 1,0825.',
    email: 'Não é um endereço de e-mail.',
    phone: 'Não é um telefone. Com o indicativo, se for de outro país: +34…',
    iban: 'Não é um IBAN: verifica os algarismos.',
    clabe: 'Não é uma CLABE: verifica os algarismos.',
    socialSecurity: 'Não é um número válido: verifica os algarismos.',
    order: 'Estas datas não seguem a ordem.',
    future: 'Tem de ser uma data passada.',
    beforeToday: 'Tem de ser hoje ou mais tarde.',
    ofAnother: 'Já é de outra pessoa.',
    outOfReach: 'Está fora do que podes ver.',
    same: 'Já é assim nesse dia.',
    planned: 'Já há outra mudança prevista para esse dia.',
    leaving: 'Esta pessoa vai deixar a firma.',
  },
  draft: {
    restored: 'Recuperámos o que escreveste {{when}} e não chegaste a enviar.',
    waiting: 'Tens um rascunho de {{when}}.',
    take: 'Recuperá-lo',
    discard: 'Descartá-lo',
  },
} satisfies Shape<typeof es>
