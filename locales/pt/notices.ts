const kinds = {
  contribution: 'Entrega recebida',
  maturity_30: 'Vence em 30 dias',
  maturity_7: 'Vence em 7 dias',
  payment: 'Pagamento enviado',
}
const states = { queued: 'Em fila', sent: 'Enviado', failed: 'Falhado', skipped: 'Omitido' }

export default {
  title: 'Avisos a clientes',
  count_one: '{{total}} aviso',
  count_many: '{{total}} avisos',
  count_other: '{{total}} avisos',
  empty: 'Não há avisos para mostrar.',
  emptyHint: 'Os avisos são preparados quando há algo a comunicar a um cliente. Cada tipo é ativado nas definições.',
  search: 'Nome, CVL ou conta',
  trouble: 'Falhados: {{failed}} · Omitidos: {{skipped}}',
  fields: {
    queuedAt: 'Preparado em',
    sentAt: 'Enviado em',
    kind: 'Aviso',
    state: 'Estado',
    reason: 'Motivo',
    client: 'Cliente',
    cvl: 'CVL',
    account: 'Conta',
    aboutOn: 'Data do evento',
    amount: 'Montante',
    recipient: 'Destinatário',
    attempts: 'Tentativas',
    from: 'De',
    to: 'Até',
  },
  kinds,
  states,
  reasons: {
    noEmail: 'O cliente não tem e-mail',
    badEmail: 'O e-mail não é válido',
    blocked: 'O cliente está bloqueado',
    withdrawn: 'O cliente retirou o consentimento de proteção de dados',
    off: 'Estes avisos estão desativados',
    over: 'O aviso já não se aplica',
    recipientRejected: 'O servidor de e-mail não aceita o endereço do cliente',
    noConnection: 'Sem ligação ao servidor de e-mail',
    signInRejected: 'O servidor de e-mail não aceita o utilizador da empresa',
    messageRejected: 'O servidor de e-mail recusou a mensagem',
    interrupted: 'Envio interrompido',
  },
  resend: 'Reenviar',
  resendNamed: 'Reenviar o aviso a {{name}}',
  section: {
    title: 'Avisos enviados',
    lead: 'Avisos enviados ao cliente por e-mail.',
    all: 'Ver todos',
  },
  settings: {
    title: 'Avisos a clientes por e-mail',
    lead: 'Cada aviso é enviado uma só vez, na língua do cliente, quando ocorre o evento. Enquanto não forem ativados, não é enviado nenhum. As importações não geram avisos.',
    topics: {
      contribution: 'Entrega recebida',
      maturity: 'Vencimento, 30 e 7 dias antes',
      payment: 'Pagamento enviado',
    },
    coming_one: 'Ao ativar será enviado hoje {{total}} aviso.',
    coming_many: 'Ao ativar serão enviados hoje {{total}} avisos.',
    coming_other: 'Ao ativar serão enviados hoje {{total}} avisos.',
    preview: 'Ver um exemplo',
    previewOf: 'Ver um exemplo: {{topic}}',
    previewTitle: 'Exemplo de aviso',
    previewLead: 'Com os dados de um cliente. Não é enviado nada.',
    client: 'Cliente',
    clientHint: 'O último que o teria recebido',
    to: 'Para',
    nobody: 'Sem destinatário: {{reason}}',
    subject: 'Assunto',
    none: 'Este cliente não tem nenhum aviso deste tipo.',
    offTitle: 'Deixar de enviar os avisos «{{topic}}»?',
    offText: 'Tem de ser aprovado pela Direção. Até lá os clientes continuam a recebê-los.',
    onTitle: 'Ativar os avisos «{{topic}}»?',
    onText: 'Os clientes começarão a recebê-los por e-mail. Veja antes um exemplo.',
    on: 'Ativar',
    conflict: 'Outra pessoa alterou esta definição. É mostrado o valor atual.',
    log: 'Ver os avisos enviados',
  },
}

/** What lists of all features say of this one. */
export const words = {
  screens: {
    notices: 'Avisos a clientes',
  },
  modules: {
    bt_Avisos: 'Avisos a clientes',
  },
  actions: {
    notice_sent: 'Aviso enviado ao cliente',
    notice_failed: 'Não foi possível enviar um aviso ao cliente',
    notice_skipped: 'Aviso ao cliente omitido',
    notice_resent: 'Reenvia um aviso',
    notices_exported: 'Exporta os avisos a clientes',
    notices_switched: 'Ativa ou desativa avisos a clientes',
  },
  entities: {
    bt_Avisos: 'Ecrã: Avisos a clientes',
  },
  tasks: {
    notice: 'Avisos a clientes',
  },
  changes: {
    noticeOff: 'Deixar de enviar avisos a clientes: {{topic}}',
    noticeTopics: {
      contribution: 'entregas recebidas',
      maturity: 'próximos vencimentos',
      payment: 'pagamentos enviados',
    },
  },
  jobs: {
    notices_queueMaturities: 'Preparação de avisos de vencimento',
    notices_send: 'Envio de avisos a clientes',
  },
  timelineKinds: { notice: 'Avisos' },
  timelineEntries: { notice: kinds },
  timelineStates: { notice: states },
  personalTables: {
    client_notice: 'Avisos enviados',
  },
  refusals: {
    'notice.notFailed': 'Só se podem reenviar os avisos falhados ou omitidos.',
  },
  auditFields: {
    topic: 'Aviso',
  },
}
