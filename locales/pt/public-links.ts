export default {
  loading: 'A abrir a ligação',
  title: 'O seu consentimento',
  foot: 'Página segura de {{firm}}',
  invalid: {
    title: 'Esta ligação não é válida',
    text: 'Expirou, foi enviada outra mais recente ou o endereço está incompleto. Procure a última mensagem que lhe enviámos ou peça outra ligação ao seu gestor.',
  },
  used: {
    title: 'Já respondeu',
    text: 'Recebemos a sua resposta em {{date}}. Enviámos-lhe uma cópia por e-mail, e esta ligação não pode ser usada de novo.',
  },
  failed: { title: 'Não foi possível abrir a ligação', retry: 'Tentar de novo' },
  consent: {
    title: '{{firm}} pede o seu consentimento',
    lead: 'Leia cada texto e escolha. Depois enviamos um código para {{email}} para confirmar.',
    until: 'Pode responder até {{date}}.',
    signer: {
      client: 'Assina: {{name}}',
      representative: 'Assina: {{name}}, como representante de {{onBehalfOf}}',
      guardian: 'Assina: {{name}}, como tutor de {{onBehalfOf}}',
    },
    version: 'Versão {{version}}',
    sign: 'Assino',
    refuse: 'Não dou o meu consentimento',
    choice: 'A sua resposta: {{title}}',
    missing: 'Escolha uma resposta.',
    gate: 'Sem este consentimento não podemos aceitar dinheiro novo nem abrir contas.',
    next: 'Continuar',
    changed: 'O texto foi atualizado enquanto lia. Leia-o de novo antes de responder.',
  },
  code: {
    title: 'Confirme com um código',
    lead: 'Enviámos um código de seis algarismos para {{email}}. É válido durante {{minutes}} minutos.',
    label: 'Código',
    confirmAnswer: 'Assinar e enviar',
    again: 'Enviar outro código',
    againIn: 'Pode pedir outro código dentro de {{seconds}} s',
    sent: 'Código enviado.',
    back: 'Voltar',
    empty: 'Escreva os seis algarismos do código.',
    wrong_one: 'O código não está correto. Resta {{count}} tentativa.',
    wrong_many: 'O código não está correto. Restam {{count}} tentativas.',
    wrong_other: 'O código não está correto. Restam {{count}} tentativas.',
    expired: 'Esse código já não é válido. Peça outro.',
  },
  summary: { title: 'Vai enviar', signed: 'Assina', refused: 'Não dá o seu consentimento' },
  answered: {
    title: 'Obrigado, recebemos a sua resposta',
    text: 'Enviamos-lhe uma cópia em PDF para {{email}}. Já pode fechar esta página.',
  },
  form: {
    title: '{{firm}} gostaria de o conhecer melhor',
    lead: 'Responda ao que quiser: o que deixar em branco não altera nada. Depois enviamos um código para {{email}} para confirmar.',
    companyLead:
      'Responda ao que quiser sobre a empresa: o que deixar em branco não altera nada. Depois enviamos um código para {{email}} para confirmar.',
    until: 'Pode responder até {{date}}.',
    next: 'Continuar',
    choose: 'Escolha',
    amount: 'Escreva um valor, por exemplo 1.250,00.',
    count: 'Escreva um número inteiro, de 0 a {{max}}.',
    empty: 'Responda a pelo menos uma pergunta.',
    summary: 'Vai enviar',
    confirm: 'Enviar as minhas respostas',
    doneTitle: 'Obrigado, recebemos as suas respostas',
    doneText: 'O seu gestor vai revê-las. Já pode fechar esta página.',
    usedText:
      'Recebemos as suas respostas em {{date}}, e esta ligação não pode ser usada de novo. Se algo mudou, diga-o ao seu gestor.',
  },
  withdrawal: {
    title: 'Retirar o seu consentimento',
    codeFirst: 'Para lhe mostrar o que assinou, enviamos um código para {{email}}.',
    sendCode: 'Enviar-me o código',
    see: 'Ver o que assinei',
    lead: 'Escolha o que quer retirar. Vale desde esse momento; o que é anterior continua válido.',
    signedOn: 'Assinado em {{date}}',
    choose: 'O que quer retirar',
    none: 'Escolha pelo menos um.',
    read: 'Ler o texto',
    confirm: 'Retirar o meu consentimento',
    done: 'Retirou o seu consentimento',
    doneText: 'Confirmamos por e-mail para {{email}}. Já pode fechar esta página.',
    nothing: 'Não há nenhum consentimento assinado',
    nothingText: 'Já foi retirado ou deixou de valer. Não tem de fazer mais nada.',
  },
}

/** What lists of all features say of this one. */
export const words = {
  actions: {
    clientMail_sent: 'E-mail enviado ao cliente',
    clientMail_failed: 'Não foi possível enviar um e-mail ao cliente',
  },
  jobs: {
    clientMail_send: 'Envio de ligações e documentos a clientes',
  },
  personalTables: {
    public_link: 'Ligações enviadas',
    client_mail: 'E-mails enviados',
  },
  auditFields: {
    template: 'Tipo de e-mail',
  },
}
