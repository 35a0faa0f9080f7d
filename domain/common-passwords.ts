// Collected from the yearly lists of the most used passwords. Shorter ones are refused for their length.
const list = `
  000000 00000000 0123456789 100200 101010 102030 111111 1111111 11111111 111222 112233 121212
  123123 123123123 123321 123456 1234567 12345678 123456789 1234567890 12345678910 123456a 123456q
  12345a 12345q 12345qwert 1234qwer 123654 123abc 123qwe 123qweasd 131313 147258 147258369 159357
  159753 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2 222222 232323 333333 444444 456789 520520
  555555 555666 654321 666666 696969 741852 753951 7654321 777777 7777777 789456 789456123
  87654321 888888 88888888 963852 987654 987654321 9876543210 999999 P@ssw0rd P@ssword1 PASSWORD
  Passw0rd Password Password123 Qwerty123 Welcome1 a12345 a123456 a1234567 a12345678 a123456789
  aa123456 aa12345678 aaaaaa aaaaaaaa ab123456 abc123 abc1234 abc12345 abcabc abcd1234 abcde12345
  abcdef abcdefg abcdefgh access admin1 admin123 administrator andrew anthony arsenal arsenal1
  asdasd asdf1234 asdfgh asdfghjk asdfghjkl ashley autumn bailey banana baseball basketball batman
  blessed buster butterfly celtic changeme charlie charlie1 charlotte cheese chelsea chelsea1
  chicken chocolate computer cookie daniel default dragon dragon1 england everton family flower
  football football1 freddie freedom friends fuckyou george ginger google guest123 hannah harley
  harry123 hockey hunter hunter2 ilovehim iloveu iloveyou iloveyou1 internet jennifer jessica
  jesus1 jordan jordan23 joshua killer letmein letmein1 letmein123 liverpool liverpool1 london
  lovely loveme loveyou manchester manutd master matrix matthew michael michelle minecraft monkey
  monkey1 mustang nicole nintendo nothing oliver orange p@ssw0rd p@ssword pa55word pass123
  pass1234 passpass passw0rd passw0rd1 password password! password01 password1 password12
  password123 password1234 pepper pokemon princess princess1 purple q1w2e3 q1w2e3r4 q1w2e3r4t5
  qwe123 qweasd qweasdzxc qweqwe qwer1234 qwerty qwerty1 qwerty12 qwerty123 qwerty1234 qwertyui
  qwertyuiop ranger rangers rebecca samantha samsung secret secret1 secret123 shadow shadow1
  snoopy soccer sophie spiderman spring starwars summer summer1 sunshine sunshine1 superman
  test123 test1234 testing testing1 thomas tiger1 tigger tottenham trustno1 welcome welcome1
  welcome123 whatever william winter yellow zaq12wsx zaq1zaq1 zxcvbn zxcvbnm zxcvbnm1
`

/** The passwords that are guessed first, spelled as people type them (decision B-12). */
export const commonPasswords: ReadonlySet<string> = new Set(list.trim().split(/\s+/))
