export default {
  title: 'Contas bancárias',
  lead: 'Onde recebe. O que não indica uma conta vai para a predefinida.',
  none: 'Sem contas bancárias',
  noneHint: 'Enquanto não tiver uma, o que lhe é devido espera.',
  fields: {
    number: 'IBAN',
    holder: 'Titular',
    state: 'Situação',
    knownSince: 'Conhecida desde',
    waiting: 'Por pagar',
    actions: 'Ações',
    endedAt: 'Baixa em',
    makeDefault: 'Conta predefinida',
    takesOver: 'Conta que a substitui',
    reason: 'Motivo',
  },
  states: {
    default: 'Predefinida',
    payout: 'Recebe pagamentos',
    known: 'Só de entradas',
    invalid: 'Número inválido',
    held: 'Retida até {{at}}',
  },
  rowActions: 'Ações com {{number}}',
  sharing: {
    clients_one: 'Outro cliente também a tem',
    clients_many: 'Outros {{count}} clientes também a têm',
    clients_other: 'Outros {{count}} clientes também a têm',
    joint: 'cotitulares dele',
  },
  ended_one: 'Uma conta com baixa',
  ended_many: '{{count}} contas com baixa',
  ended_other: '{{count}} contas com baixa',
  pending: {
    title: 'À espera de outra pessoa',
    add: 'Adicionar {{number}} em nome de {{holder}}',
    addDefault: 'Adicionar {{number}} em nome de {{holder}} e pagar aí',
    default: 'Pagar em {{number}}',
    end: 'Dar baixa de {{number}}',
    endTakenOver: 'Dar baixa de {{number}}: é substituída por {{takesOver}}',
    by: 'Proposto por {{name}} em {{at}}',
    otherHolder: 'O titular não é o cliente',
    open: 'Ver a proposta',
  },
  add: {
    action: 'Adicionar conta',
    title: 'Nova conta bancária',
    lead: 'Outra pessoa aprova-a. Os pagamentos para ela esperam as primeiras 48 horas.',
    numberHint: 'Copia-a de um documento do banco, não de uma mensagem.',
    holderHint: 'Como consta no banco.',
    makeDefaultHint: 'O que já tem uma conta atribuída continua nela.',
    first: 'Será a predefinida: não há outra onde receber.',
    checked: 'Confirmei-o com o cliente',
    submit: 'Propor a conta',
  },
  makeDefault: {
    action: 'Predefinir',
    named: 'Predefinir {{number}}',
    text: 'O que não indica uma conta será pago em {{number}}. O que já tem uma atribuída continua nela.',
    fromKnown: 'Até agora só dela entrou dinheiro: os pagamentos esperam as primeiras 48 horas.',
  },
  end: {
    action: 'Dar baixa',
    named: 'Dar baixa de {{number}}',
    text: 'Nada mais é pago em {{number}}. Continua no histórico.',
    waiting_one: 'Há {{count}} pagamento pendente de {{amount}}, que passa para a que a substitui.',
    waiting_many: 'Há {{count}} pagamentos pendentes de {{amount}}, que passam para a que a substitui.',
    waiting_other: 'Há {{count}} pagamentos pendentes de {{amount}}, que passam para a que a substitui.',
    noOther:
      'Há pagamentos pendentes de {{amount}} e nenhuma outra conta que os receba. Adiciona outra, ou cancela antes esses pagamentos.',
  },
  reasonHint: 'É lido por quem aprova.',
  asked: 'Proposto. Vale quando outra pessoa o aprovar.',
  done: 'Feito.',
}

/** What lists of all features say of this one. */
export const words = {
  notifications: {
    client: {
      bankAccount: {
        title: 'Um cliente recebe noutra conta',
        text: '{{change}}. Se não o esperavas, avisa a direção.',
      },
    },
  },
  actions: {
    client_bankAccountDoubted: 'É avisado: outro cliente tem essa conta',
    client_bankAccountAdded: 'Adiciona uma conta bancária a um cliente',
    client_bankAccountDefault: 'Muda a conta predefinida de um cliente',
    client_bankAccountEnded: 'Dá baixa de uma conta bancária de um cliente',
  },
  tasks: {
    bankAccount: 'Conta bancária de um cliente',
  },
  changes: {
    bankAdd: 'Adicionar a conta {{account}} ao cliente {{who}}',
    bankDefault: 'Pagar ao cliente {{who}} na conta {{account}}',
    bankEnd: 'Dar baixa da conta {{account}} do cliente {{who}}',
  },
}
