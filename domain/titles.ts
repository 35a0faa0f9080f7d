/** Whether a word is what people put before their names: 'Mrs', 'Dr.'. */
export const isTitle = (word: string): boolean => /^(mr|mrs|ms|miss|mx|dr|prof|rev|sir|lady)\.?$/i.test(word)
