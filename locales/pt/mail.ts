import type es from '#locales/es/mail.ts'
import type { Shape } from '#locales/shape.ts'

export default {
  letter: {
    greeting: 'Caro(a) {{name}},',
    signature: 'Atalaya',
    automatic: 'Mensagem automática: não é necessário responder.',
  },
  reset: {
    subject: 'Escolha uma nova palavra-passe para a Atalaya',
    intro:
      'Foi pedida uma nova palavra-passe para a sua conta da Atalaya ({{email}}) em {{at}}, a partir do endereço {{address}}.',
    action: 'Escolher uma nova palavra-passe',
    holds: 'A ligação é válida uma única vez e durante 30 minutos, até {{until}}.',
    notYou:
      'Se não fez este pedido, ignore esta mensagem: a sua palavra-passe não muda. Se receber várias mensagens como esta, avise o administrador.',
  },
  changed: {
    subject: 'A sua palavra-passe da Atalaya foi alterada',
    intro:
      'A palavra-passe da sua conta da Atalaya ({{email}}) foi alterada em {{at}}, a partir do endereço {{address}}.',
    ended: 'As outras sessões que tinha abertas foram terminadas.',
    notYou: 'Se não foi o próprio, peça já outra palavra-passe com esta ligação e avise o administrador.',
    action: 'Pedir outra palavra-passe',
  },
  access: {
    subject: 'Já pode entrar na Atalaya',
    intro: 'Tem acesso à Atalaya com este e-mail ({{email}}). Escolha uma palavra-passe para entrar.',
    action: 'Escolher uma palavra-passe',
    holds: 'A ligação é válida uma única vez e durante 7 dias.',
    google: 'Também pode entrar com o Google, se a sua conta Google usar este e-mail.',
    notYou: 'Se a ligação caducou ou não esperava esta mensagem, avise o administrador.',
  },
} satisfies Shape<typeof es>
