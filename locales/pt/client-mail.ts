export default {
  letter: {
    greeting: 'Olá, {{name}}:',
    automatic: 'Mensagem automática: não é necessário responder.',
    contact: 'Se tiver alguma dúvida, contacte {{name}}: {{ways}}.',
    contactOffice: 'Se tiver alguma dúvida, contacte o seu balcão.',
    holds: 'A ligação é pessoal e é válida até {{until}}. Uma nova ligação anula as anteriores.',
    notForward: 'Não a reencaminhe: quem a abrir pode ler o que lhe pedimos.',
  },
  paper: {
    subject: '{{title}}',
    intro: 'Anexamos o documento «{{title}}» em PDF, preparado em {{at}}.',
  },
  consent: {
    subject: '{{firm}} pede o seu consentimento',
    intro: 'Precisamos que leia estes documentos e nos diga se os assina ou não:',
    action: 'Ler e responder',
  },
  infoForm: {
    subject: '{{firm}} pede-lhe alguns dados',
    intro:
      'Queremos conhecê-lo melhor para o servir bem. Fale-nos do seu trabalho, das suas despesas, da sua poupança e da sua família: são alguns minutos.',
    action: 'Preencher a ficha',
    notForward: 'Não a reencaminhe: é só para si.',
  },
  signed: {
    subject: 'Cópia do seu consentimento',
    intro: 'Em {{at}} assinou:',
    attached: 'Segue em anexo uma cópia em PDF, com as provas de que a resposta é sua.',
    withdraw: 'Pode retirar o seu consentimento quando quiser com esta ligação. Guarde esta mensagem.',
    action: 'Retirar o meu consentimento',
  },
  refused: {
    subject: 'Cópia da sua resposta',
    intro: 'Em {{at}} disse-nos que não dá o seu consentimento a:',
    effect: 'Segue em anexo uma cópia em PDF. Se mudar de opinião, enviamos outra ligação.',
  },
  withdrawn: {
    subject: 'Retirou o seu consentimento',
    intro: 'Desde {{at}} já não temos o seu consentimento para:',
    effect: 'O que fizemos antes com o seu consentimento continua válido.',
  },
  code: {
    subject: '{{code}} é o seu código',
    intro: 'O seu código é {{code}}. Escreva-o na página que abriu. É válido até {{until}}.',
    notYou: 'Não o diga a ninguém: o nosso pessoal nunca lho pedirá. Se não o pediu, ignore esta mensagem.',
  },
}
