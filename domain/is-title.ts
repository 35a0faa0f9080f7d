/** Whether a word is a title such as 'Mrs' or 'Dr.'. */
export const isTitle = (word: string): boolean => /^(mr|mrs|ms|miss|mx|dr|prof|rev|sir|lady)\.?$/i.test(word)
