"""The evening of a game that is over: its curve, its rounds, and every act again."""
