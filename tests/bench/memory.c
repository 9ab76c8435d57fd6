/* Speed of shared memory: one thread, every access a global. */
enum { SIZE = 1024, ROUNDS = 500 };

int table[SIZE];
int sum;

int main(void)
{
    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < SIZE; i++) {
            table[i] = table[(i + 7) % SIZE] + i;
            sum += table[i];
        }
    return 0;
}
